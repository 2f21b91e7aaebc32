/** A file on its way to the server, with the fields that are sent beside it. */
export interface SentFile {
  /** Bytes of the whole request; null where it does not say. */
  announcedBytes: number | null
  /**
   * Writes the file to a new path as it comes. Throws `body_too_large` as soon as it has more than `limitBytes`, and
   * `invalid_request` for a request that is no form with one file.
   */
  save(
    path: string,
    options: { limitBytes: number; onBytes(sizeBytes: number): void },
  ): Promise<{ fileName: string; fields: Readonly<Record<string, string>> }>
}
