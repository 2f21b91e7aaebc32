import type { Viewer } from '@octavo/core/access'
import type { AuditVerb } from '@octavo/core/contract'
import { eventOf } from '../../../audit/index.ts'
import type { AuditEvent, ObjectChange } from '../../../store/index.ts'

/** The kinds of holders that a value of an attribute can be assigned to. */
export type HolderKind = 'teams' | 'members' | 'tenants'

/** Values by the id of the team, member or tenant. */
export type Values = ReadonlyMap<string, { value: string }>

export function attributeEvent(
  viewer: Viewer,
  id: string,
  verb: AuditVerb<'USER_ATTRIBUTE'>,
  change: ObjectChange,
): AuditEvent {
  return eventOf(viewer, {
    category: 'USER_ATTRIBUTE',
    action: `USER_ATTRIBUTE_${verb}`,
    object: { kind: 'user_attribute', id },
    change,
  })
}

/** Returns a function that makes the event of a write that assigns values, from the values that were replaced. */
export function valuesSet(viewer: Viewer, id: string, kind: HolderKind, given: Values) {
  return (known: Values) =>
    attributeEvent(viewer, id, 'VALUES_SET', { before: valuesOf(kind, known), after: valuesOf(kind, given) })
}

/** Returns a function that makes the event of a write that removes values; no event when there were none. */
export function valuesRemoved(viewer: Viewer, id: string, kind: HolderKind) {
  return (known: Values) =>
    known.size === 0
      ? []
      : attributeEvent(viewer, id, 'VALUES_REMOVED', {
          before: valuesOf(kind, known),
          after: valuesOf(kind, new Map()),
        })
}

const valuesOf = (kind: HolderKind, values: Values) => ({
  [kind]: [...values].map(([id, { value }]) => ({ id, value })),
})
