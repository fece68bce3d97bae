ALTER TABLE connections_delivery
    DROP CONSTRAINT delivery_is_named,
    DROP CONSTRAINT delivery_connection_of_tenant;
ALTER TABLE connections_connection
    DROP CONSTRAINT connection_says_since_when,
    DROP CONSTRAINT connection_maker_of_tenant;
