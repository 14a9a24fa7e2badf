-- Who buys.
CREATE TABLE IF NOT EXISTS customer (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL, -- TODO: unique
  country_code CHAR(2) REFERENCES country (code),
  CONSTRAINT named CHECK (length(name) > 0)
);

create table public."order" (
  id bigint generated always as identity,
  customer_id integer not null references customer(id) on delete cascade,
  total numeric(10, 2) default 0,
  foreign key (id, total) references audit.entry (id, total)
);

create unique index customer_name on customer (name);

CREATE OR REPLACE VIEW public.rich AS
SELECT * FROM customer c JOIN public."order" o ON o.customer_id = c.id;

/* Adds
   one. */
create function add_customer(name text)
returns integer as $$
begin
  insert into customer (name) values (name);
  update counters set n = n + 1;
end;
$$ language plpgsql;

CREATE TRIGGER "on_customer" AFTER INSERT ON customer
FOR EACH ROW BEGIN
  INSERT INTO log (what) VALUES ('a; b');
  SELECT CASE WHEN 1 THEN 2 END;
END;

CREATE TEMPORARY TABLE [dbo].[tmp] (id int);
create procedure reset() begin delete from log; end;
CREATE TYPE colour AS ENUM ('red', 'dark blue');
CREATE DOMAIN money AS numeric(10, 2);
CREATE MATERIALIZED VIEW totals AS SELECT 1;
CREATE SCHEMA billing;
CREATE SEQUENCE billing.numbers;

DROP TABLE customer;
ALTER TABLE customer ADD COLUMN age INTEGER;
ALTER TABLE customer ADD CONSTRAINT aged CHECK (age > 0);
INSERT INTO country VALUES ('de', 'create table fake (id int);');
-- create table fake2 (id int);

-- because the numbers come from elsewhere

-- FACT: reading structure
-- FACT: symbol struct customer 2-7 public
-- FACT: doc customer Who buys.
-- FACT: symbol field id 3-3 public in customer
-- FACT: symbol field name 4-4 public in customer
-- FACT: symbol field country_code 5-5 public in customer
-- FACT: symbol struct order 9-14 public in public
-- FACT: symbol field id 10-10 public in public.order
-- FACT: symbol field customer_id 11-11 public in public.order
-- FACT: symbol field total 12-12 public in public.order
-- FACT: symbol property customer_name 16-16 public
-- FACT: symbol struct rich 18-19 public in public
-- FACT: symbol function add_customer 23-29 public
-- FACT: doc add_customer Adds\none.
-- FACT: symbol function on_customer 31-35 public
-- FACT: symbol struct tmp 37-37 public in dbo
-- FACT: symbol field id 37-37 public in dbo.tmp
-- FACT: symbol function reset 38-38 public
-- FACT: symbol enum colour 39-39 public
-- FACT: symbol enum_member red 39-39 public in colour
-- FACT: symbol enum_member dark blue 39-39 public in colour
-- FACT: symbol type_alias money 40-40 public
-- FACT: symbol struct totals 41-41 public
-- FACT: symbol namespace billing 42-42 public
-- FACT: symbol variable numbers 43-43 public in billing
-- FACT: symbol field age 46-46 public in customer
-- FACT: comment rationale 51 in - because the numbers come from elsewhere
-- FACT: use type 5 country in country_code times 1
-- FACT: use type 11 customer in customer_id times 1
-- FACT: use type 13 entry in order times 1
-- FACT: use type 16 customer in customer_name times 1
-- FACT: use type 19 customer in rich times 1
-- FACT: use type 19 order in rich times 1
-- FACT: use type 26 customer in add_customer times 1
-- FACT: use type 27 counters in add_customer times 1
-- FACT: use type 31 customer in on_customer times 1
-- FACT: use type 33 log in on_customer times 1
-- FACT: use type 38 log in reset times 1
-- FACT: use type 45 customer in - times 3
-- FACT: use type 48 country in - times 1
-- FACT: signature customer CREATE TABLE IF NOT EXISTS customer
-- FACT: signature id id INTEGER PRIMARY KEY
-- FACT: signature name name TEXT NOT NULL
-- FACT: signature country_code country_code CHAR(2) REFERENCES country (code)
-- FACT: signature order create table public."order"
-- FACT: signature id id bigint generated always as identity
-- FACT: signature customer_id customer_id integer not null references customer(id) on delete cascade
-- FACT: signature total total numeric(10, 2) default 0
-- FACT: signature customer_name create unique index customer_name on customer (name);
-- FACT: signature rich CREATE OR REPLACE VIEW public.rich AS
-- FACT: signature add_customer create function add_customer(name text) returns integer as
-- FACT: signature on_customer CREATE TRIGGER "on_customer" AFTER INSERT ON customer FOR EACH ROW
-- FACT: signature tmp CREATE TEMPORARY TABLE [dbo].[tmp]
-- FACT: signature id id int
-- FACT: signature reset create procedure reset()
-- FACT: signature colour CREATE TYPE colour AS ENUM ('red', 'dark blue');
-- FACT: signature red 'red'
-- FACT: signature dark blue 'dark blue'
-- FACT: signature money CREATE DOMAIN money AS numeric(10, 2);
-- FACT: signature totals CREATE MATERIALIZED VIEW totals AS
-- FACT: signature billing CREATE SCHEMA billing;
-- FACT: signature numbers CREATE SEQUENCE billing.numbers;
-- FACT: signature age ALTER TABLE customer ADD COLUMN age INTEGER;
-- FACT: chunk symbol 1-7 of customer
-- FACT: chunk symbol 9-14 of order
-- FACT: chunk rest 16-16 of -
-- FACT: chunk symbol 18-19 of rich
-- FACT: chunk rest 21-22 of -
-- FACT: chunk symbol 23-29 of add_customer
-- FACT: chunk symbol 31-35 of on_customer
-- FACT: chunk symbol 37-37 of tmp
-- FACT: chunk symbol 38-38 of reset
-- FACT: chunk symbol 39-39 of colour
-- FACT: chunk rest 40-40 of -
-- FACT: chunk symbol 41-41 of totals
-- FACT: chunk symbol 42-42 of billing
-- NONE: symbol struct fake
-- NONE: symbol field named
-- NONE: symbol field aged
-- NONE: use type 19 customer_id
