"""Several experts and crowds against a truth that is known.

Panels are drawn from a centre and a spread; experts are asked once and drawn from often, since
asking takes long and pooling does not. Crowds are asked one question a person.
"""
