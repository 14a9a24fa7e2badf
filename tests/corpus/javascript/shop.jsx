// The shop's front.
import React, { useState, memo as remember } from "react";
import * as api from './api.js';
import "./shop.css";
export { Price, Tax as Vat } from "./price";
export * from "./money";
export * as units from "./units";
const fs = require("fs");
const { join, resolve: absolute } = require("node:path");
const parse = require("./parse").parse;
require("./polyfill");

export const LIMIT = 10, STEP = 2;
let counter = 0;
var start = 1, run = function () { begin(start); }, stop = () => run();
const { first, second: two } = api.actions;

/**
 * Adds up.
 * @param {number[]} prices
 */
export function total(prices) {
  const local = prices.map((p) => round(p));
  const inner = (x) => {
    var deep = x;
    return api.convert.to(x, deep);
  };
  // TODO: taxes
  return inner(local);
}

export const useCart = async (id) => {
  const loaded = await import("./cart");
  return loaded.open(id);
};

function* ids() { yield counter; }

export default class Cart extends React.Component {
  #items = [];
  static version = 1;
  onClick = () => this.#add(1);

  constructor(props) {
    super(props);
    this.limit = LIMIT;
  }

  // Shown again because prices change.
  render() {
    return <Layout.Page><Button onClick={this.onClick} /><div>text</div></Layout.Page>;
  }

  get size() { return new Map(this.#items).size; }
  #add(item) { this.#items.push(item); }
  static async of(items) { return new api.Loader(items); }
}

class Hidden {}
export { Hidden as Shown };

const handlers = {
  open() { show("a"); },
  close: function () { hide(); },
  "toggle-all": () => flip(),
  plain: 1,
};

const Mixed = class extends Hidden { mix() {} };

function Old() {}
Old.prototype.grow = function (by) { stretch(by); };
exports.helper = function () { return help(); };
module.exports.level = 3;
module.exports = { total, later: Old, fresh() { renew(); } };

@observer
class Decorated {
  @bound
  act() {}
}

app.get("/", (req, res) => {
  const buried = 1;
  function route() { res.send(buried); }
  const object = { skipped() {} };
  each(function named() { res.end(); });
});

function broken(a) {
  return ] = a;
}

// Still here.
export function last() { total([]); }

// FACT: reading damaged
// FACT: import name 2 react name default as React
// FACT: import name 2 react name useState
// FACT: import name 2 react name memo as remember
// FACT: import module 3 ./api.js as api
// FACT: import module 4 ./shop.css
// FACT: import reexport 5 ./price name Price
// FACT: import reexport 5 ./price name Tax as Vat
// FACT: import reexport 6 ./money name *
// FACT: import reexport 7 ./units name * as units
// FACT: import module 8 fs as fs
// FACT: import name 9 node:path name join
// FACT: import name 9 node:path name resolve as absolute
// FACT: import name 10 ./parse name parse as parse
// FACT: import module 11 ./polyfill
// FACT: import module 33 ./cart as loaded
// FACT: symbol constant LIMIT 13-13 public
// FACT: symbol constant STEP 13-13 public
// FACT: signature LIMIT export const LIMIT = 10, STEP = 2;
// FACT: symbol variable counter 14-14 internal
// FACT: symbol variable start 15-15 internal
// FACT: symbol function run 15-15 internal
// FACT: symbol function stop 15-15 internal
// FACT: use call 15 begin in run times 1
// FACT: use call 15 run in stop times 1
// FACT: symbol constant first 16-16 internal
// FACT: symbol constant two 16-16 internal
// FACT: symbol function total 22-30 public
// FACT: signature total export function total(prices)
// FACT: doc total Adds up.\n@param {number[]} prices
// FACT: symbol function inner 24-27 internal in total
// FACT: use call 23 map in total times 1 of prices
// FACT: use call 23 round in total times 1
// FACT: use call 26 to in inner times 1 of api.convert
// FACT: comment todo 28 in total TODO: taxes
// FACT: symbol function useCart 32-35 public
// FACT: signature useCart export const useCart = async (id) =>
// FACT: use call 34 open in useCart times 1 of loaded
// FACT: symbol function ids 37-37 internal
// FACT: symbol class Cart 39-57 public
// FACT: signature Cart export default class Cart extends React.Component
// FACT: use base 39 Component in Cart times 1 of React
// FACT: symbol field #items 40-40 private in Cart
// FACT: symbol field version 41-41 public in Cart
// FACT: symbol method onClick 42-42 public in Cart
// FACT: symbol constructor constructor 44-47 public in Cart
// FACT: symbol method render 50-52 public in Cart
// FACT: comment rationale 49 in Cart Shown again because prices change.
// FACT: use call 51 Page in render times 1 of Layout
// FACT: use call 51 Button in render times 1
// FACT: use call 54 Map in size times 1
// FACT: symbol method #add 55-55 private in Cart
// FACT: use call 56 Loader in of times 1 of api
// FACT: symbol class Hidden 59-59 public
// FACT: symbol constant handlers 62-67 internal
// FACT: symbol method open 63-63 internal in handlers
// FACT: symbol method close 64-64 internal in handlers
// FACT: symbol method toggle-all 65-65 internal in handlers
// FACT: use call 65 flip in toggle-all times 1
// FACT: symbol class Mixed 69-69 internal
// FACT: use base 69 Hidden in Mixed times 1
// FACT: symbol method mix 69-69 public in Mixed
// FACT: symbol function Old 71-71 public
// FACT: symbol method grow 72-72 internal in Old
// FACT: symbol function helper 73-73 public
// FACT: symbol variable level 74-74 public
// FACT: symbol function fresh 75-75 public
// FACT: symbol class Decorated 77-81 internal
// FACT: signature Decorated class Decorated
// FACT: signature act act()
// FACT: use call 79 bound in act times 1
// FACT: symbol function route 85-85 internal
// FACT: use call 85 send in route times 1 of res
// FACT: symbol function named 87-87 internal
// FACT: symbol function last 95-95 public
// FACT: doc last Still here.
// FACT: use call 95 total in last times 1
// FACT: chunk symbol 62-67 of handlers
// NONE: symbol variable local
// NONE: symbol constant local
// NONE: symbol variable deep
// NONE: symbol constant buried
// NONE: symbol function skipped
// NONE: symbol method skipped
// NONE: symbol constant fs
// NONE: symbol constant plain
// NONE: use call 51 div
// NONE: import module 8 fs name
