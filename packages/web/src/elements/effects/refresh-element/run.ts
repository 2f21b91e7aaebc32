import { type RunEffect, record } from '../effect.ts'

/** Reads an element and all that read it anew, past the cache. */
export const refreshElement: RunEffect = ({ target }, host) => host.refresh(String(record(target).element))
