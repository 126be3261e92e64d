"""Makes orders and quotes of existing products, and keeps a run from blocking or deleting its own accounts."""

import unicodedata

import schemathesis

# A product of the demo shop.
PRODUCT = "ARA-SER-001"
# The accounts of a run.
OWN = {"owner@araliya.example", "nadeesha.perera@example.com"}


@schemathesis.hook
def before_call(context, case, kwargs):
    """Adapts a case to the demo shop."""
    operation = case.operation.definition.raw.get("operationId")
    tell_empty_from_wrong(case.query)
    case.body = shown(case.body)
    if not isinstance(case.body, dict):
        return
    if operation in ("quoteCart", "placeOrder"):
        order_what_is_there(case.body)
    else:
        spare_own_accounts(operation, case)


def tell_empty_from_wrong(query):
    """An empty parameter counts as absent, which no schema can express; a case of a wrong parameter needs a value."""
    for name, value in (query or {}).items():
        # Of a list its items are sent, of an object its keys.
        sent = list(value) if isinstance(value, (list, dict)) else [value]
        if name != "after" and all(text == "" for text in sent):
            query[name] = "-"


# Letters that are drawn as nothing.
BLANK_LETTERS = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"


def is_invisible(char):
    """Whether a character shows nothing: white space, controls, formats, and what Unicode lets programs ignore."""
    return char.isspace() or char in BLANK_LETTERS or unicodedata.category(char) in ("Cc", "Cf", "Cn", "Mn")


def shown(value):
    """Texts that only seem to be filled in become letters: the shop refuses them as empty, which no schema can express."""
    if isinstance(value, dict):
        return {name: shown(part) for name, part in value.items()}
    if isinstance(value, list):
        return [shown(part) for part in value]
    if isinstance(value, str) and value.strip() and all(map(is_invisible, value)):
        return "x"
    return value


def order_what_is_there(body):
    """Every second product that could be one becomes one: others are unknown to the shop, and refused."""
    items = body.get("orderedItems")
    for item in items if isinstance(items, list) else []:
        code = item.get("productId") if isinstance(item, dict) else None
        if isinstance(code, str) and 0 < len(code) <= 64 and sum(map(ord, code)) % 2 == 0:
            item["productId"] = PRODUCT


def spare_own_accounts(operation, case):
    """Leaves the accounts of the run as they are: their passwords, and whether they may sign in."""
    body = case.body
    email = (case.path_parameters or {}).get("email") if operation == "updateProfile" else body.get("email")
    if not isinstance(email, str) or email.strip().lower() not in OWN:
        return
    if operation == "updateProfile":
        body.pop("password", None)
    elif operation == "updateUserStatus" and body.get("isBlocked") is True:
        body["isBlocked"] = False
    elif operation == "deleteUser":
        body["email"] = "nobody@example.com"
