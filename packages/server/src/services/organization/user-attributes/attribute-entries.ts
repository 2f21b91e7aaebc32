import type { Viewer } from '@octavo/core/access'
import type { UserAttribute, UserAttributeValue } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import type { Queryable } from '../../../store/index.ts'
import { findUserAttribute, type UserAttributeRow } from '../../../store/user-attributes.ts'
import { timestamp } from '../../answers/timestamp.ts'

/** Throws `not_found`. */
export async function findAttribute(db: Queryable, viewer: Viewer, id: string): Promise<UserAttributeRow> {
  const row = await findUserAttribute(db, viewer.organizationId, id)
  if (!row) throw new AppError('not_found', { kind: 'user attribute', id })
  return row
}

/** An attribute as the API shows it. */
export function attributeEntry(row: UserAttributeRow): UserAttribute {
  return {
    userAttributeId: row.id,
    name: row.name,
    description: row.description === '' ? null : row.description,
    defaultValue: row.default_value === null ? null : textValue(row.default_value),
    ...audited(row),
  }
}

/** A value as the API shows it. */
export const textValue = (val: string): UserAttributeValue => ({ type: 'string', val })

/** Who changed a row and when, as the API shows it. */
export function audited(row: Pick<UserAttributeRow, 'created_by' | 'updated_by' | 'created_at' | 'updated_at'>) {
  return {
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}

/** Columns of a row that the viewer creates now. */
export function stamp(viewer: Viewer, now: number) {
  return {
    organization_id: viewer.organizationId,
    created_by: viewer.memberId,
    updated_by: viewer.memberId,
    created_at: now,
    updated_at: now,
  }
}
