import { capped, type Source, strongest } from './decide.ts'
import type { ObjectFamily, Permission } from './ladders.ts'
import type { Viewer } from './viewer.ts'

/** Display names of the permissions of each family. */
export const permissionWords: { [F in ObjectFamily]: Readonly<Record<string, string>> } = {
  workbook: { view: 'Can view', explore: 'Can explore', edit: 'Can edit' },
  model: { view: 'Can view', edit: 'Can edit' },
  folder: { view: 'Can view', explore: 'Can explore', organize: 'Can contribute', edit: 'Can manage' },
  connection: { usage: 'Can use', annotate: 'Can use and annotate', admin: 'Can administer' },
}

/** Names for the ids in a source: `object` returns "workspace Finance", or null for an object that the caller may not see. */
export interface Names {
  objectId: string
  object(id: string): string | null
  team(id: string): string
}

/** "through team Sales on workspace Finance", to be appended to what the person can do. */
export function explainSource({ because }: Source, names: Names): string {
  const id = because.rule === 'owner' ? because.of : because.on
  const isHere = id === names.objectId
  const place = names.object(id) ?? 'something above it'
  if (because.rule === 'owner') return isHere ? 'as its owner' : `as the owner of ${place}`
  const on = isHere ? 'on it' : `on ${place}`
  switch (because.to) {
    case 'team':
      return `through team ${names.team(because.teamId ?? '')} ${on}`
    case 'everyone':
      return `through a grant to everybody ${on}`
    case 'member':
      return `through a grant to them ${on}`
  }
}

/** One sentence: what a person can do with the object and why, for example "Can view through team Sales on workspace Finance". */
export function explainAccess(
  viewer: Viewer,
  { family, isPassage = false }: { family: ObjectFamily; isPassage?: boolean },
  sources: readonly Source[],
  names: Names,
): string {
  const word = (permission: Permission) => permissionWords[family][permission] ?? permission
  if (viewer.isAdmin) return `${word(family === 'connection' ? 'admin' : 'edit')} as an administrator`
  const best = strongest(sources, family)
  if (best === null) return isPassage ? 'Can look through it, because something in it is granted' : 'No access'
  const held = capped(viewer, family, best.permission)
  const through = explainSource(best, names)
  const type = `the account type ${viewer.accountType.name}`
  if (held === null) return `No access: ${word(best.permission)} ${through}, but ${type} does not include this`
  if (held === best.permission) return `${word(held)} ${through}`
  return `${word(held)} ${through}; that gives "${word(best.permission)}", but ${type} does not go so far`
}
