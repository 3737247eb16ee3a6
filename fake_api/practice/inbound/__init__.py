"""The API that a front desk may use: a hub that knows no patients, and inbound, where every write is quoted first."""
