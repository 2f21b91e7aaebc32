/**
 * Limits of one picture and of all pictures of a workbook. In a file of its own, so that the editor can load it without the schemas of
 * pictures.
 */
export const pictureLimits = { bytes: 5 * 1024 * 1024, bytesOfWorkbook: 100 * 1024 * 1024 } as const
