export { type ByteCache, type ByteCacheOptions, createByteCache } from './byte-cache.ts'
export {
  type CompileKeyParts,
  compileKey,
  digest,
  policyFingerprint,
  type ResultKeyParts,
  resultKey,
  sidesOf,
} from './cache-keys.ts'
export { createSingleFlight, type SingleFlight } from './single-flight.ts'
