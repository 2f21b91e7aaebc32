/** What the set-up of the tests provides: `POST <url>/empty` answers the address of a new database on a real server. */
declare module 'vitest' {
  interface ProvidedContext {
    mariadb: { url: string } | { skipped: string }
  }
}

export {}
