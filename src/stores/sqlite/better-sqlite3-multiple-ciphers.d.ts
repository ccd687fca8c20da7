// The store's part of the driver: its own typings are not among its package exports.
declare module 'better-sqlite3-multiple-ciphers' {
  import type { DriverClass } from './driver.ts';

  const Database: DriverClass;
  export = Database;
}
