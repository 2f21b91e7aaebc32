/** Provided by the test set-up: `POST <url>/empty` returns the address of a new database on a real server. */
declare module 'vitest' {
  interface ProvidedContext {
    mariadb: { url: string } | { skipped: string }
  }
}

export {}
