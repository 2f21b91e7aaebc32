/**
 * Only the validation of a definition: importing the whole formula language here would move all of it into the editor's
 * first load.
 */
export { checkCustomFunction } from '@octavo/core/formula'
