import { type RunEffect, record } from '../effect.ts'

/** Reloads an element and all elements that depend on it, without the cache. */
export const refreshElement: RunEffect = ({ target }, host) => host.refresh(String(record(target).element))
