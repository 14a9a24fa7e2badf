-- Who buys.
CREATE TABLE IF NOT EXISTS customer (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL -- TODO: unique
);

create unique index customer_name on customer (name);

CREATE OR REPLACE VIEW public.rich AS
SELECT * FROM customer;

/* Adds
   one. */
create function add_customer(name text)
returns integer as $$
begin
  insert into customer (name) values (name);
end;
$$ language plpgsql;

CREATE TRIGGER "on_customer" AFTER INSERT ON customer;
CREATE TEMPORARY TABLE [dbo].[tmp] (id int);
create procedure reset() begin end;
CREATE TYPE colour AS ENUM ('red');
CREATE MATERIALIZED VIEW totals AS SELECT 1;

DROP TABLE customer;
ALTER TABLE customer ADD COLUMN age INTEGER;

-- FACT: reading loose
-- FACT: symbol struct customer 2-5 public
-- FACT: doc customer Who buys.
-- FACT: symbol property customer_name 7-7 public
-- FACT: signature customer_name create unique index customer_name on customer (name);
-- FACT: symbol struct rich 9-10 public in public
-- FACT: signature rich CREATE OR REPLACE VIEW public.rich AS
-- FACT: symbol function add_customer 14-19 public
-- FACT: doc add_customer Adds\none.
-- FACT: symbol function on_customer 21-21 public
-- FACT: symbol struct tmp 22-22 public in [dbo]
-- FACT: signature tmp CREATE TEMPORARY TABLE [dbo].[tmp] (id int);
-- FACT: symbol function reset 23-23 public
-- FACT: symbol type_alias colour 24-24 public
-- FACT: signature colour CREATE TYPE colour AS ENUM ('red');
-- FACT: symbol struct totals 25-25 public
-- FACT: chunk symbol 1-5 of customer
-- FACT: chunk symbol 9-10 of rich
-- FACT: chunk symbol 14-19 of add_customer
-- FACT: chunk symbol 21-21 of on_customer
-- FACT: chunk symbol 22-22 of tmp
-- FACT: chunk symbol 23-23 of reset
-- FACT: chunk symbol 25-25 of totals
-- NONE: symbol function fake
-- NONE: symbol method fake
