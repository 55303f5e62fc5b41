"""Everything that differs between shops and stages, in one place."""

CURRENCY = "EUR"
TAX_RATES = {"standard": 19, "reduced": 7, "books": 7, "free": 0}
FREE_SHIPPING_FROM = 5_000
SHIPPING_COST = 490
MAX_ITEMS_PER_CART = 99

# The names under which payment pages have sent the token of a card, newest first.
CARD_FIELDS = ("payment_token", "card_token")

# What a checkout form may send; anything else is dropped before it reaches a model.
CHECKOUT_FIELDS = ("email", "payment_token", "address", "voucher", "note")

PAYMENT_BACKEND = "shop.payments.fake.FakeGateway"
PAYMENT_TIMEOUT_SECONDS = 12
PAYMENT_RETRIES = 2

VOUCHERS = {"WELCOME5": 500, "SPRING10": 1_000}

MAIL_SENDER = "orders@shop.example"
MAIL_TEMPLATES = {
    "confirmation": "Thank you, {name}! Your order {number} is on its way.",
    "refund": "Your order {number} was refunded.",
    "reminder": "{name}, there is something left in your cart.",
}

SEARCH_STOP_WORDS = frozenset(
    ("a", "an", "and", "as", "at", "by", "for", "in", "of", "on", "or", "the", "to", "with")
)
SEARCH_MIN_LENGTH = 3
SEARCH_PAGE_SIZE = 24

SESSION_DAYS = 14
LOGIN_ATTEMPTS = 5
PASSWORD_MIN_LENGTH = 12
COUNTRIES = {
    "AT": "Austria", "BE": "Belgium", "BG": "Bulgaria", "CY": "Cyprus", "CZ": "Czechia", "DE": "Germany",
    "DK": "Denmark", "EE": "Estonia", "ES": "Spain", "FI": "Finland", "FR": "France", "GR": "Greece",
    "HR": "Croatia", "HU": "Hungary", "IE": "Ireland", "IT": "Italy", "LT": "Lithuania", "LU": "Luxembourg",
    "LV": "Latvia", "MT": "Malta", "NL": "Netherlands", "PL": "Poland", "PT": "Portugal", "RO": "Romania",
    "SE": "Sweden", "SI": "Slovenia", "SK": "Slovakia",
}
SHIPPING_DAYS = {"DE": 2, "AT": 3, "NL": 3, "BE": 3, "LU": 3, "FR": 4, "DK": 4, "CZ": 4, "PL": 4}
SHIPPING_DAYS_ELSEWHERE = 7
