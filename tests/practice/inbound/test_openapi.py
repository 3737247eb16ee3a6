"""What OpenAPI says of the front desk's API is what it does."""

from itertools import product

import jsonschema
import pytest

from fake_api.practice.inbound.endpoints import INBOUND
from fake_api.practice.kinds import BadInput
from fake_api.practice.openapi import document
from tests.practice.inbound.test_strict import KINDS, whole

PATHS = document("Tests", "1", "")["paths"]
BODIES = [name for name in KINDS if not name.startswith("hub/")]


def validator(name: str) -> jsonschema.Draft202012Validator:
    path = INBOUND[whole(name)[0]].path
    schema = PATHS[path]["post"]["requestBody"]["content"]["application/json"]["schema"]
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("name", BODIES)
def test_a_whole_body_fits_its_schema(name: str) -> None:
    """And with a key more, or one less, it does not."""
    fits, (_, body) = validator(name), whole(name)
    assert list(fits.iter_errors(body)) == []
    assert not fits.is_valid({**body, "confirmed": True})
    for key in body:
        assert not fits.is_valid({each: value for each, value in body.items() if each != key})


@pytest.mark.parametrize("name", BODIES)
def test_the_api_and_its_schema_refuse_alike(name: str) -> None:
    """What the API takes in place of a value is what the schema says."""
    fits, (endpoint, body) = validator(name), whole(name)
    for key, value in product(body, (None, True, 7.5, 0, -1, "", "text", [], ["text"], {}, {"x": 1}, {"x": True})):
        taken = {**body, key: value}
        try:
            INBOUND[endpoint].check(taken)
        except BadInput:
            # a format such as a date is told in words, and not by the schema
            assert not fits.is_valid(taken) or isinstance(value, str)
        else:
            assert fits.is_valid(taken)


@pytest.mark.parametrize("name", [name for name in INBOUND if name.startswith("hub/")])
def test_a_querys_parameters_are_all_told(name: str) -> None:
    """Each key, and whether it is needed."""
    told = {each["name"]: each["required"] for each in PATHS[INBOUND[name].path]["get"]["parameters"]}
    assert told == {each.name: each.required for each in INBOUND[name].arguments}
