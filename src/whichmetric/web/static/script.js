"use strict";

/* Everything works without this file. It adds keys, measures how long an answer takes, and swaps
   the page's content instead of loading a new page. */

(() => {
  const ARMED_AFTER = 400; // as long as the style sheet keeps clicks from a new question
  const SAVING_AFTER = 250;
  const KEYS = "whichmetric-keys";

  let shownAt = performance.now();
  let visible = 0; // milliseconds that earlier stretches of looking at it took
  let busy = false;

  const content = () => document.getElementById("content");
  const status = () => document.getElementById("status");

  // How long somebody looks at a question; time in other windows does not count.

  function startWatch() {
    shownAt = performance.now();
    visible = 0;
  }

  function seconds() {
    const running = document.hidden ? 0 : performance.now() - shownAt;
    return ((visible + running) / 1000).toFixed(1);
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) visible += performance.now() - shownAt;
    else shownAt = performance.now();
  });

  // Sending a form and showing what comes back

  function say(text, waiting) {
    status().textContent = text;
    status().classList.toggle("waiting", waiting);
  }

  function show(page, address) {
    const fresh = document.adoptNode(page.getElementById("content"));
    content().replaceWith(fresh);
    document.title = page.title;
    say(page.getElementById("status").textContent.trim(), false);
    if (address !== location.href) history.replaceState(null, "", address);
    prepare();
    scrollTo(0, 0);
    (fresh.querySelector("h1[tabindex]") ?? fresh).focus({ preventScroll: true });
  }

  function isPage(response) {
    const kind = response.headers.get("content-type") ?? "";
    return kind.startsWith("text/html") && response.status < 500 && response.status !== 429;
  }

  async function send(form, body, button) {
    if (busy) return;
    busy = true;
    content().setAttribute("aria-busy", "true");
    form.querySelectorAll("div.notice").forEach((notice) => notice.remove());
    document.querySelectorAll("button.chosen").forEach((other) => other.classList.remove("chosen"));
    button?.classList.add("chosen");
    const saving = setTimeout(() => say(status().dataset.saving, true), SAVING_AFTER);
    try {
      const response = await fetch(form.action, { method: "POST", body });
      if (!isPage(response)) throw new Error(`status ${response.status}`);
      const text = await response.text();
      clearTimeout(saving);
      const address = response.redirected ? response.url : location.href; // never that of a form
      show(new DOMParser().parseFromString(text, "text/html"), address);
    } catch {
      clearTimeout(saving);
      say("", false);
      content().removeAttribute("aria-busy");
      tellUnsaved(form, body, button);
    } finally {
      busy = false;
    }
  }

  // The form keeps its key, so sending it twice saves one answer.
  function tellUnsaved(form, body, button) {
    const template = form.querySelector("template.unsaved");
    if (!template) {
      form.submit();
      return;
    }
    const notice = document.importNode(template.content, true).firstElementChild;
    const words = notice.querySelector("p");
    const chosen = button?.dataset.said ?? "";
    words.textContent = words.textContent.replace("{chosen}", `“${chosen}”`);
    const again = notice.querySelector("button");
    again.addEventListener("click", () => send(form, body, button));
    form.append(notice);
    again.focus();
    notice.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form[data-swap]")) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form, event.submitter));
    if (form.matches("[data-timed]")) body.set("seconds", seconds());
    send(form, body, event.submitter);
  });

  // Keys, which can be switched off by those whom they are in the way of

  function keysAreOn() {
    try {
      return localStorage.getItem(KEYS) !== "off";
    } catch {
      return true;
    }
  }

  function showKeys() {
    const hint = document.querySelector(".keys");
    if (!hint) return;
    const on = keysAreOn();
    const toggle = hint.querySelector("button");
    hint.hidden = false;
    hint.classList.toggle("off", !on);
    toggle.textContent = on ? toggle.dataset.off : toggle.dataset.on;
    toggle.onclick = () => {
      try {
        localStorage.setItem(KEYS, on ? "off" : "on");
      } catch {
        return;
      }
      showKeys();
    };
    document.querySelectorAll("[data-key]").forEach((button) => {
      if (on) button.setAttribute("aria-keyshortcuts", button.dataset.key.toUpperCase());
      else button.removeAttribute("aria-keyshortcuts");
    });
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.repeat || event.isComposing || busy || !keysAreOn()) return;
    if (event.target.closest("input, select, textarea")) return;
    if (visible + performance.now() - shownAt < ARMED_AFTER) return;
    const key = event.key.toLowerCase();
    const button = [...document.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
    if (!button) return;
    event.preventDefault();
    button.form.requestSubmit(button);
  });

  // The map of metrics, as it was after each answer

  let latestMap = 0;

  async function showMap(address, focus) {
    latestMap += 1;
    const mine = latestMap;
    const map = document.querySelector("[data-map]");
    map.setAttribute("aria-busy", "true");
    try {
      const response = await fetch(address);
      if (!response.ok) throw new Error(`status ${response.status}`);
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      if (mine !== latestMap) return; // another step was asked for meanwhile
      map.removeAttribute("aria-busy");
      for (const part of [".map-shown", ".legend", ".map-words", ".steps-links"]) {
        const fresh = page.querySelector(`[data-map] ${part}`);
        document.querySelector(`[data-map] ${part}`).replaceChildren(...fresh.childNodes);
      }
      const slider = document.querySelector("[data-map] input[type=range]");
      if (focus) slider.value = page.querySelector("[data-map] input[type=range]").getAttribute("value");
      history.replaceState(null, "", response.url);
      if (focus) (document.querySelector(`[data-map] a[rel=${focus}]`) ?? slider).focus();
    } catch {
      if (mine === latestMap) location.assign(address);
    }
  }

  function prepareMap() {
    const form = document.querySelector("[data-map] form.steps");
    if (!form) return;
    const slider = form.querySelector("input");
    form.querySelector("button").hidden = true;
    let asked = 0;
    slider.addEventListener("input", () => {
      clearTimeout(asked);
      asked = setTimeout(() => showMap(`${form.action}?after=${slider.value}`), 80);
    });
    form.closest("[data-map]").addEventListener("click", (event) => {
      const link = event.target.closest(".steps-links a");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      showMap(link.href.split("#")[0], link.rel);
    });
  }

  function prepare() {
    startWatch();
    showKeys();
    prepareMap();
  }

  prepare();
})();
