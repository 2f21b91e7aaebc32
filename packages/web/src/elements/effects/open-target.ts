import type { Effect } from './effect.ts'

/** Where an address is opened; in a new window by default. */
export function openTarget({ openTarget: target }: Effect): '_self' | '_blank' | '_parent' {
  return target === '_self' || target === '_parent' ? target : '_blank'
}
