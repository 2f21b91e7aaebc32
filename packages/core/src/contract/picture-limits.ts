/** What one picture and all pictures of a workbook may take. A file of its own: the editor loads it without the schemas of pictures. */
export const pictureLimits = { bytes: 5 * 1024 * 1024, bytesOfWorkbook: 100 * 1024 * 1024 } as const
