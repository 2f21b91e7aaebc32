/** A file being uploaded, with the form fields sent with it. */
export interface SentFile {
  /** Size of the whole request in bytes; null when not declared. */
  announcedBytes: number | null
  /**
   * Streams the file to a new path. Throws `body_too_large` as soon as it exceeds `limitBytes`, and `invalid_request` for a request that is
   * not a form with one file.
   */
  save(
    path: string,
    options: { limitBytes: number; onBytes(sizeBytes: number): void },
  ): Promise<{ fileName: string; fields: Readonly<Record<string, string>> }>
}
