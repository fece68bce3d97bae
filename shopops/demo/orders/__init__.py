"""The demo's orders, as data. All people, goods and carriers are made up; USPS is the exception."""
