import { type Static, Type } from 'typebox'
import { countedPageOf, Empty, Id, nameOfMost, pageQuery } from './common.ts'
import { operation } from './define.ts'

export type AccountType = Static<typeof AccountType>
export const AccountType = Type.Object(
  {
    accountTypeId: Id,
    accountTypeName: Type.String(),
    description: Type.String(),
    isCustom: Type.Boolean({ description: 'False for the built-in types.' }),
  },
  { $id: 'AccountType' },
)
export const AccountTypePage = countedPageOf(AccountType, 'AccountTypePage')

export type AccountTypePermission = Static<typeof AccountTypePermission>
export const AccountTypePermission = Type.Object(
  { permission: Type.String(), description: Type.String() },
  { $id: 'AccountTypePermission' },
)

const name = nameOfMost(128)
const description = Type.String({ maxLength: 4096 })
const permissions = Type.Array(Type.String(), {
  description:
    'Names of permissions; the account type Admin has all of them. Permissions that a name implies are added.',
})
const params = Type.Object({ accountTypeId: Type.String() })

export const listAccountTypes = operation({
  id: 'listAccountTypes',
  method: 'GET',
  path: '/v2/accountTypes',
  tag: 'accountTypes',
  summary: 'List the account types of the organization',
  query: Type.Object(pageQuery),
  answers: { 200: AccountTypePage },
  errors: ['forbidden'],
})

export type NewAccountType = Static<typeof NewAccountType>
export const NewAccountType = Type.Object({ name, description, permissions }, { $id: 'NewAccountType' })

export const createAccountType = operation({
  id: 'createAccountType',
  method: 'POST',
  path: '/v2/accountTypes',
  tag: 'accountTypes',
  summary: 'Create a custom account type',
  body: NewAccountType,
  answers: { 201: AccountType },
  errors: ['forbidden', 'conflict'],
})

export type AccountTypeChange = Static<typeof AccountTypeChange>
export const AccountTypeChange = Type.Object(
  { name: Type.Optional(name), description: Type.Optional(description), permissions: Type.Optional(permissions) },
  { $id: 'AccountTypeChange' },
)

export const updateAccountType = operation({
  id: 'updateAccountType',
  method: 'PATCH',
  path: '/v2/accountTypes/{accountTypeId}',
  tag: 'accountTypes',
  summary: 'Change a custom account type; its members have the new permissions at once',
  params,
  body: AccountTypeChange,
  answers: { 200: AccountType },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const deleteAccountType = operation({
  id: 'deleteAccountType',
  method: 'DELETE',
  path: '/v2/accountTypes/{accountTypeId}',
  tag: 'accountTypes',
  summary: 'Delete a custom account type and move its members to another',
  params,
  query: Type.Object({
    reassignToAccountTypeId: Type.Optional(
      Type.String({ description: 'Required while members have the type that is deleted; not the type Admin.' }),
    ),
  }),
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const listAccountTypePermissions = operation({
  id: 'listAccountTypePermissions',
  method: 'GET',
  path: '/v2/accountTypes/{accountTypeId}/permissions',
  tag: 'accountTypes',
  summary: 'List the permissions that an account type has',
  params,
  answers: { 200: Type.Array(AccountTypePermission) },
  errors: ['forbidden', 'not_found'],
})

export const accountTypeOperations = [
  listAccountTypes,
  createAccountType,
  updateAccountType,
  deleteAccountType,
  listAccountTypePermissions,
] as const
