import type { Viewer } from '@octavo/core/access'
import { type ElementStyle, mostStyleBytes, type ElementStyles as Styles } from '@octavo/core/contract'
import { problemsOfStyle } from '@octavo/core/document'
import { AppError, type Problem } from '@octavo/core/errors'
import { eventOf } from '../../audit/index.ts'
import type { Clock } from '../../config/index.ts'
import { deleteElementStyle, findElementStyle, findElementStyles, putElementStyle } from '../../store/element-styles.ts'
import type { Store } from '../../store/index.ts'
import { serviceOf } from '../service/service.ts'

export type ElementStyles = ReturnType<typeof createElementStyles>

/** Default styles of elements that a member adds in the editor. A style belongs to its member alone. */
export function createElementStyles({ store, clock }: Parts) {
  return serviceOf({ store, clock }, { read, set })
}

interface Parts {
  store: Store
  clock: Clock
}

async function read({ store }: Parts, viewer: Viewer): Promise<Styles> {
  const rows = await findElementStyles(store.db, viewer.organizationId, viewer.memberId)
  return { styles: Object.fromEntries(rows.map(({ kind, fields }) => [kind, fieldsOf(fields)])) }
}

/** Throws `not_found` for an unknown kind, and `invalid_request` for an invalid style of it. */
async function set(
  { clock, store }: Parts,
  viewer: Viewer,
  kind: string,
  fields: ElementStyle['fields'],
): Promise<ElementStyle> {
  const text = JSON.stringify(fields)
  requireStyle(kind, fields, text)
  const key = { organization_id: viewer.organizationId, member_id: viewer.memberId, kind }
  const isUsual = Object.keys(fields).length === 0
  await store.write<ElementStyle['fields']>(
    (before) =>
      eventOf(viewer, {
        category: 'OBJECT_INTERACTION',
        action: 'ELEMENT_STYLE_SET',
        object: { kind: 'elementStyle', id: kind },
        change: { before: { fields: before }, after: { fields } },
      }),
    async (tx) => {
      const present = await findElementStyle(tx, key)
      if (isUsual) await deleteElementStyle(tx, key)
      else await putElementStyle(tx, { ...key, fields: text, updated_at: clock.now() })
      return present ? fieldsOf(present.fields) : {}
    },
  )
  return { kind, fields }
}

function requireStyle(kind: string, fields: ElementStyle['fields'], text: string): void {
  const problems: Problem[] | undefined = problemsOfStyle(kind, fields)
  if (!problems) throw new AppError('not_found', { kind: 'kind of elements', id: kind })
  if (Buffer.byteLength(text) > mostStyleBytes) {
    problems.push({ path: 'fields', message: `Must be at most ${mostStyleBytes} bytes as JSON.` })
  }
  const [first] = problems
  if (first) throw new AppError('invalid_request', { reason: first.message, problems })
}

const fieldsOf = (text: string) => JSON.parse(text) as ElementStyle['fields']
