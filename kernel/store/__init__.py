"""The one SQLite store: schema, migrations, one small repository class a noun."""
