DROP TRIGGER kept ON privacy_privacyrequest;
ALTER TABLE privacy_privacyrequest
    DROP CONSTRAINT privacy_request_settled,
    DROP CONSTRAINT privacy_request_salt,
    DROP CONSTRAINT privacy_request_kind,
    DROP CONSTRAINT privacy_request_settler_of_tenant,
    DROP CONSTRAINT privacy_request_opener_of_tenant,
    DROP CONSTRAINT privacy_request_connection_of_tenant,
    DROP CONSTRAINT privacy_request_tenant;
