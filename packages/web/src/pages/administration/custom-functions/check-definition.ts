/** Only what checks a definition: the whole formula language as one part would keep all of it in what the editor loads. */
export { checkCustomFunction } from '@octavo/core/formula'
