/**
 * The keys of compiled statements and of results; no other file builds them. Every input that can change an answer is a
 * part of its key: a test changes each part alone and requires another key.
 */
import { hash } from 'node:crypto'
import type { Viewer } from '@octavo/core/access'
import type { Statement } from '@octavo/core/types'

export interface CompileKeyParts {
  organizationId: string
  documentId: string
  /** Published number, or the revision of a draft. */
  documentVersion: string
  elementId: string
  /** Control values as text, by control id; order does not matter. */
  controls: Readonly<Record<string, string>>
  /** Time zone of the control values: relative dates and times of day mean different moments in different zones. */
  controlZone: string
  /** Order chosen by the reader. */
  sort: unknown
  /** Fingerprint of every table, statement and data model that the element reads. */
  catalogueRevision: string
  /** State of the functions that the organization defined. */
  functionsRevision: string
  policyFingerprint: string
  zone: string
  /** Today's date in the zone. */
  today: string
}

export interface ResultKeyParts {
  organizationId: string
  connectionId: string
  connectionRevision: number
  /** Role or OAuth subject that the session has in the data platform; empty for the service account. */
  subject: string
  statement: Statement
  policyFingerprint: string
  /** Maximum rows requested; null for all. */
  limit: number | null
  /** Counter of our own writes to the data: input tables, uploads, materializations. */
  dataGeneration: number
}

export function compileKey(parts: CompileKeyParts): string {
  const controls = Object.entries(parts.controls).sort(([a], [b]) => (a < b ? -1 : 1))
  return digest([
    'compile',
    parts.organizationId,
    parts.documentId,
    parts.documentVersion,
    parts.elementId,
    controls,
    parts.controlZone,
    parts.sort ?? null,
    parts.catalogueRevision,
    parts.functionsRevision,
    parts.policyFingerprint,
    parts.zone,
    parts.today,
  ])
}

export function resultKey(parts: ResultKeyParts): string {
  return digest([
    'result',
    parts.organizationId,
    parts.connectionId,
    parts.connectionRevision,
    parts.subject,
    parts.statement.text,
    parts.statement.values.map(({ type, value }) => [type, value]),
    ...(parts.statement.sides ? [sidesOf(parts.statement)] : []),
    parts.policyFingerprint,
    parts.limit,
    parts.dataGeneration,
  ])
}

/**
 * The parts of a key for rows of other connections. The column types are included, because the same text can return
 * other columns.
 */
export function sidesOf({ sides = [] }: Statement): unknown[] {
  return sides.map(({ table, connectionId, columns, statement: { text, values, uploads = [] } }) => [
    table,
    connectionId,
    columns.map(({ type }) => type),
    text,
    values.map(({ type, value }) => [type, value]),
    uploads,
  ])
}

type PolicyViewer = Pick<Viewer, 'memberId' | 'email' | 'firstName' | 'lastName' | 'teams' | 'attributes'>

/** Digest of everything about the viewer that a formula can read. */
export function policyFingerprint(viewer: PolicyViewer): string {
  const teams = viewer.teams.map(({ id, name }) => [id, name]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
  const attributes = Object.entries(viewer.attributes).sort(([a], [b]) => (a < b ? -1 : 1))
  return digest(['viewer', viewer.memberId, viewer.email, viewer.firstName, viewer.lastName, teams, attributes])
}

export function digest(value: unknown): string {
  return hash('sha256', JSON.stringify(value))
}
