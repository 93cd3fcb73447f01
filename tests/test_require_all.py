"""The rules of the root conftest.py, tried on small projects of their own."""

from pathlib import Path

import pytest

RULES = (Path(__file__).parents[1] / "conftest.py").read_text(encoding="utf-8")


@pytest.fixture
def project(pytester, monkeypatch):
    """A project with the rules of ours, without our options."""
    monkeypatch.delenv("REQUIRE_ALL", raising=False)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # others take a second to load
    pytester.makeconftest(RULES)
    return pytester


def test_require_all_turns_a_skip_into_a_failure(project, monkeypatch):
    """Under REQUIRE_ALL=1 a skipped test fails and says why it was skipped."""
    project.makepyfile("import pytest\ndef test_web():\n    pytest.skip('no browser here')")
    monkeypatch.setenv("REQUIRE_ALL", "1")
    finished = project.runpytest_subprocess()
    finished.assert_outcomes(failed=1)
    finished.stdout.fnmatch_lines(["*REQUIRE_ALL=1 forbids skipping. Skipped: no browser here"])


def test_require_all_turns_a_skipped_module_into_an_error(project, monkeypatch):
    """Under REQUIRE_ALL=1 a module that skips itself is an error."""
    project.makepyfile("import pytest\npytest.skip('no Java here', allow_module_level=True)")
    monkeypatch.setenv("REQUIRE_ALL", "1")
    project.runpytest_subprocess().assert_outcomes(errors=1)


def test_require_all_leaves_expected_failures_alone(project, monkeypatch):
    """Under REQUIRE_ALL=1 an expected failure is still expected."""
    project.makepyfile("import pytest\n@pytest.mark.xfail\ndef test_erratum():\n    assert False")
    monkeypatch.setenv("REQUIRE_ALL", "1")
    project.runpytest_subprocess().assert_outcomes(xfailed=1)


def test_without_require_all_a_skip_is_a_skip(project):
    """Without REQUIRE_ALL a skip stays one."""
    project.makepyfile("import pytest\ndef test_web():\n    pytest.skip('no browser here')")
    project.runpytest_subprocess().assert_outcomes(skipped=1)


def test_documentation_code_blocks_run(project):
    """Python fences in Markdown run, share a namespace, and have their output compared."""
    fence = "`" * 3
    project.makefile(
        ".md", right=f"{fence}python\nx = 1\n{fence}\n\n{fence}python\n>>> x\n1\n{fence}\n"
    )
    project.makefile(".md", wrong=f"{fence}python\n>>> 1 + 1\n3\n{fence}\n")
    project.makefile(".md", prose="Nothing to run.\n")
    project.runpytest_subprocess().assert_outcomes(passed=2, failed=1)


def test_tests_of_a_file_run_in_one_worker(project):
    """What a file's tests share is made once; a class is on its own, and so is who says so."""
    project.makepyfile(
        """
        import pytest

        @pytest.fixture
        def group(request):
            (mark,) = request.node.iter_markers("xdist_group")
            return mark.args[0]

        def test_function(group, request):
            assert group == str(request.path)

        class TestContract:
            def test_method(self, group):
                assert group == "TestContract"

        @pytest.mark.xdist_group("server")
        def test_server(group):
            assert group == "server"
        """
    )
    project.runpytest_subprocess().assert_outcomes(passed=3)
