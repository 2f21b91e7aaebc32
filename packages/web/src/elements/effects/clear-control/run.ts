import { type RunEffect, record } from '../effect.ts'

/** Clears controls, or resets them to the values in the document. */
export const clearControl: RunEffect = ({ scope, usePublishedValue }, host) => {
  const { type, control, container, page, tab } = record(scope)
  const pageId = typeof page === 'string' ? page : host.pageOf(host.hostId)
  const controls =
    type === 'control'
      ? [host.control(String(control))?.element ?? []].flat()
      : type === 'container'
        ? host.controlsIn({ containerId: String(container), ...(typeof tab === 'number' ? { tab } : {}) })
        : host.controlsIn(type === 'page' && pageId !== undefined ? { pageId } : {})
  for (const { controlId } of controls) host.setControl(controlId, usePublishedValue === true ? undefined : '')
}
