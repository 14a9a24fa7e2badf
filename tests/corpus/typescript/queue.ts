// A queue of jobs.
import type { Job, Result as JobResult } from "./job";
import Redis, { type Options } from "ioredis";
import * as net from "net";
import legacy = require("./legacy");
import "./side";
export type { Job } from "./job";
export * from "./errors";
const lazy = () => import("./lazy");

export const MAX_JOBS: number = 100;
const names = ["a"] as const;
let current: Queue | undefined;

/** What can be run. */
export interface Runnable<T> extends Disposable, net.Closable<T> {
  readonly id: string;
  run(input: T, options: { retries: number }): Promise<JobResult>;
  done?: () => void;
}

export type Handler<T> = (job: Job<T>) => Promise<void>;
type Settings = {
  host: string;
  connect(): net.Socket;
};

export enum State {
  Waiting,
  Active = "active",
}

declare const VERSION: string;
declare function spawn(name: string): void;
export declare class Native { call(): void; }

declare module "plugin" {
  export function load(path: string): void;
}

export namespace Codec {
  export function encode(x: unknown): string { return JSON.stringify(x); }
  const hidden = 1;
  function inner() {}
}

export function pick(x: string): string;
export function pick(x: number): number;
export function pick(x: any): any {
  const local: Settings = x;
  // FIXME: slow
  return choose<Settings>(local!.host);
}

export abstract class Base<T> {
  protected abstract open(): T;
}

/**
 * Runs jobs.
 */
@Injectable({ scope: "all" })
export class Queue<T = unknown> extends Base<T> implements Runnable<T>, net.Closable<T> {
  private jobs: Map<string, Job<T>> = new Map();
  static readonly shared = new Queue<string>();
  #secret = 1;
  onDone = async (job: Job<T>): Promise<void> => {
    await this.finish(job);
  };

  constructor(private readonly redis: Redis, options?: Options) {
    super();
  }

  /** Adds one. */
  @Log()
  public async add(job: Job<T>): Promise<void> {
    // Saved first so that a crash loses nothing.
    await this.redis.set(job.id, Codec.encode(job));
  }

  protected open(): T { return create() as T; }
  private drain(): void {}
  get size(): number { return this.jobs.size; }
}

export const make = <T,>(name: string): Queue<T> => new Queue<T>();
const handlers = {
  start(job: Job<string>) { begin(job); },
} satisfies Record<string, unknown>;

function assertJob(x: unknown): asserts x is Job<string> {
  const buried = 1;
}

export class Damaged {
  before(): void {}
  broken(): void {
    return ] 1; }
  after(): void { recover(); }
}

// Found after the damage.
export default function last(): Queue { return make("x"); }

// FACT: reading damaged
// FACT: import name 2 ./job name Job
// FACT: import name 2 ./job name Result as JobResult
// FACT: import name 3 ioredis name default as Redis
// FACT: import name 3 ioredis name Options
// FACT: import module 4 net as net
// FACT: import module 5 ./legacy as legacy
// FACT: import module 6 ./side
// FACT: import reexport 7 ./job name Job
// FACT: import reexport 8 ./errors name *
// FACT: import module 9 ./lazy
// FACT: symbol function lazy 9-9 internal
// FACT: symbol constant MAX_JOBS 11-11 public
// FACT: symbol constant names 12-12 internal
// FACT: symbol variable current 13-13 internal
// FACT: symbol interface Runnable 16-20 public
// FACT: doc Runnable What can be run.
// FACT: signature Runnable export interface Runnable<T> extends Disposable, net.Closable<T>
// FACT: use base 16 Disposable in Runnable times 1
// FACT: use base 16 Closable in Runnable times 1 of net
// FACT: symbol property id 17-17 public in Runnable
// FACT: symbol method run 18-18 public in Runnable
// FACT: symbol property done 19-19 public in Runnable
// FACT: use type 18 JobResult in run times 1
// FACT: symbol type_alias Handler 22-22 public
// FACT: symbol type_alias Settings 23-26 internal
// FACT: symbol property host 24-24 public in Settings
// FACT: symbol method connect 25-25 public in Settings
// FACT: use type 25 Socket in connect times 1 of net
// FACT: symbol enum State 28-31 public
// FACT: symbol enum_member Waiting 29-29 public in State
// FACT: symbol enum_member Active 30-30 public in State
// FACT: symbol constant VERSION 33-33 internal
// FACT: signature VERSION declare const VERSION: string;
// FACT: symbol function spawn 34-34 internal declared
// FACT: symbol class Native 35-35 public
// FACT: symbol method call 35-35 public in Native
// FACT: symbol namespace plugin 37-39 internal
// FACT: symbol function load 38-38 public in plugin declared
// FACT: symbol namespace Codec 41-45 public
// FACT: symbol function encode 42-42 public in Codec
// FACT: symbol constant hidden 43-43 internal in Codec
// FACT: symbol function inner 44-44 internal in Codec
// FACT: symbol function pick 47-47 public declared
// FACT: symbol function pick 49-53 public
// FACT: comment fixme 51 in pick FIXME: slow
// FACT: use call 52 choose in pick times 1
// FACT: use type 50 Settings in pick times 2
// FACT: symbol class Base 55-57 public
// FACT: signature Base export abstract class Base<T>
// FACT: symbol method open 56-56 protected in Base
// FACT: symbol class Queue 62-85 public
// FACT: doc Queue Runs jobs.
// FACT: signature Queue export class Queue<T = unknown> extends Base<T> implements Runnable<T>, net.Closable<T>
// FACT: use base 63 Base in Queue times 1
// FACT: use base 63 Runnable in Queue times 1
// FACT: use base 63 Closable in Queue times 1 of net
// FACT: symbol field jobs 64-64 private in Queue
// FACT: symbol field shared 65-65 public in Queue
// FACT: symbol field #secret 66-66 private in Queue
// FACT: symbol method onDone 67-69 public in Queue
// FACT: symbol constructor constructor 71-73 public in Queue
// FACT: symbol method add 77-80 public in Queue
// FACT: doc add Adds one.
// FACT: signature add public async add(job: Job<T>): Promise<void>
// FACT: comment rationale 78 in add Saved first so that a crash loses nothing.
// FACT: use call 79 set in add times 1 of this.redis
// FACT: use call 79 encode in add times 1 of Codec
// FACT: symbol method open 82-82 protected in Queue
// FACT: symbol method drain 83-83 private in Queue
// FACT: symbol function make 87-87 public
// FACT: use call 87 Queue in make times 1
// FACT: symbol constant handlers 88-90 internal
// FACT: symbol method start 89-89 internal in handlers
// FACT: symbol method before 97-97 public in Damaged
// FACT: symbol method after 100-100 public in Damaged
// FACT: use call 100 recover in after times 1
// FACT: symbol function last 104-104 public
// FACT: doc last Found after the damage.
// NONE: symbol constant local
// NONE: symbol constant buried
// NONE: symbol property retries
// NONE: use type 63 Base
// NONE: use type 62 Queue
