-- Prepares a PostgreSQL database (13 or later) for Stockhand, whose stations hand over proposals and review
-- marks through it. Run it as a superuser, or as the owner of the database who may create roles; running it again
-- changes nothing, or brings an older one up to date:
--
--     psql --set ON_ERROR_STOP=on --dbname=warehouse --file=stockhand-channel.sql
--
-- Then make a user for the stations (or one for each) and let it in through TLS alone (pg_hba.conf: hostssl):
--
--     CREATE ROLE stockhand LOGIN PASSWORD '…' IN ROLE stockhand_station;
--
-- A station can add records and read them. It can change and remove none, and sees no table. The role is the same in
-- all databases of a server; where several are prepared, let each user into its own alone:
--
--     REVOKE CONNECT ON DATABASE warehouse FROM PUBLIC;
--     GRANT CONNECT ON DATABASE warehouse TO stockhand;

BEGIN;

DO $$
BEGIN
    IF current_setting('server_encoding') <> 'UTF8' THEN
        RAISE EXCEPTION 'The database must have the encoding UTF8: names and comments hold any letter.';
    END IF;
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'stockhand_station') THEN
        CREATE ROLE stockhand_station NOLOGIN;
    END IF;
END
$$;

CREATE SCHEMA IF NOT EXISTS stockhand;
REVOKE ALL ON SCHEMA stockhand FROM PUBLIC;
CREATE TABLE IF NOT EXISTS stockhand.migration (
    version integer PRIMARY KEY,
    made_at timestamptz NOT NULL DEFAULT now()
);

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM stockhand.migration WHERE version = 1) THEN
        CREATE TABLE stockhand.record (
            place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            service text NOT NULL CHECK (service ~ '^[0-9a-f]{32}$'),
            id uuid NOT NULL,
            body text NOT NULL CHECK (octet_length(body) <= 65536),
            told_at timestamptz NOT NULL DEFAULT now(),
            told_by name NOT NULL DEFAULT session_user,
            UNIQUE (service, id)
        );
        CREATE INDEX record_place ON stockhand.record (service, place);
        INSERT INTO stockhand.migration (version) VALUES (1);
    END IF;
END
$$;

-- The version of what stands here.
CREATE OR REPLACE FUNCTION stockhand.version() RETURNS integer
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$ SELECT max(version) FROM stockhand.migration $$;

-- Adds records that are not there yet, and wakes whoever listens.
CREATE OR REPLACE FUNCTION stockhand.tell(of_service text, ids uuid[], bodies text[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
BEGIN
    -- One after the other: places then rise as records become visible, and nobody who reads on from the
    -- last place passes over one that was added earlier and became visible later.
    PERFORM pg_advisory_xact_lock(hashtext('stockhand'), hashtext(of_service));
    INSERT INTO stockhand.record (service, id, body)
        SELECT of_service, new.id, new.body FROM unnest(ids, bodies) AS new (id, body)
        ON CONFLICT (service, id) DO NOTHING;
    PERFORM pg_notify('stockhand_' || of_service, '');
END
$$;

-- Records after a place, in their order.
CREATE OR REPLACE FUNCTION stockhand.heard(of_service text, after bigint, most integer)
    RETURNS TABLE (place bigint, id uuid, body text)
    LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
    SELECT record.place, record.id, record.body FROM stockhand.record
        WHERE record.service = of_service AND record.place > after
        ORDER BY record.place LIMIT least(most, 1000)
$$;

REVOKE ALL ON ALL TABLES IN SCHEMA stockhand FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA stockhand FROM PUBLIC;
GRANT USAGE ON SCHEMA stockhand TO stockhand_station;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA stockhand TO stockhand_station;

COMMIT;
