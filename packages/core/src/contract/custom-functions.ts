import { type Static, Type } from 'typebox'
import { CUSTOM_ARGUMENT_TYPES } from '../formula/index.ts'
import { AuditFields, countedPageOf, Empty, Id, pageQuery, Words } from './common.ts'
import { operation } from './define.ts'

const name = Type.String({
  minLength: 1,
  maxLength: 128,
  description: 'Letters and digits, a capital letter first; unique in any case, and no function of the language.',
})
const description = Type.String({ maxLength: 4096 })
const body = Type.String({
  minLength: 1,
  maxLength: 65_536,
  description: 'A formula that refers to arguments as [argument]; it replaces every call.',
})

export type CustomFunctionArgument = Static<typeof CustomFunctionArgument>
export const CustomFunctionArgument = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 128 }),
    type: Words(CUSTOM_ARGUMENT_TYPES),
    description: Type.Optional(Type.String({ maxLength: 1024 })),
  },
  { $id: 'CustomFunctionArgument' },
)
const args = Type.Array(CustomFunctionArgument, {
  maxItems: 64,
  description: 'In the order of a call; all are required.',
})

export type CustomFunction = Static<typeof CustomFunction>
export const CustomFunction = Type.Object(
  {
    customFunctionId: Id,
    name,
    formerNames: Type.Array(Type.String(), { description: 'Formulas that use one of them continue to work.' }),
    description,
    arguments: args,
    body,
    signature: Type.String({ description: 'The signature of a call.' }),
    type: Type.Union([Type.String(), Type.Null()], {
      description: 'Type of the value, if the arguments have the declared types; null while the body has an error.',
    }),
    problems: Type.Array(
      Type.Object({ path: Type.String(), message: Type.String(), hint: Type.Optional(Type.String()) }),
      { description: 'Problems since it was saved, such as a deleted function that it calls.' },
    ),
    version: Type.Integer({ description: 'How often it was saved.' }),
    ...AuditFields,
  },
  { $id: 'CustomFunction' },
)
export const CustomFunctionPage = countedPageOf(CustomFunction, 'CustomFunctionPage')

const tag = 'customFunctions'
const params = Type.Object({ customFunctionId: Type.String() })

export const listCustomFunctions = operation({
  id: 'listCustomFunctions',
  method: 'GET',
  path: '/v2/customFunctions',
  tag,
  summary: 'List the custom functions of the organization, by name',
  query: Type.Object({ ...pageQuery }),
  answers: { 200: CustomFunctionPage },
})

export type NewCustomFunction = Static<typeof NewCustomFunction>
export const NewCustomFunction = Type.Object(
  { name, description: Type.Optional(description), arguments: args, body },
  { $id: 'NewCustomFunction' },
)

export const createCustomFunction = operation({
  id: 'createCustomFunction',
  method: 'POST',
  path: '/v2/customFunctions',
  tag,
  summary: 'Define a custom function, which every formula of the organization can call from then on',
  body: NewCustomFunction,
  answers: { 201: CustomFunction },
  errors: ['forbidden', 'conflict'],
})

export const getCustomFunction = operation({
  id: 'getCustomFunction',
  method: 'GET',
  path: '/v2/customFunctions/{customFunctionId}',
  tag,
  summary: 'Get a custom function',
  params,
  answers: { 200: CustomFunction },
  errors: ['not_found'],
})

export type CustomFunctionChange = Static<typeof CustomFunctionChange>
export const CustomFunctionChange = Type.Object(
  {
    name: Type.Optional(name),
    description: Type.Optional(description),
    arguments: Type.Optional(args),
    body: Type.Optional(body),
  },
  { $id: 'CustomFunctionChange' },
)

export const updateCustomFunction = operation({
  id: 'updateCustomFunction',
  method: 'PATCH',
  path: '/v2/customFunctions/{customFunctionId}',
  tag,
  summary: 'Change a custom function; formulas that call it have the new meaning at once, also under its former name',
  params,
  body: CustomFunctionChange,
  answers: { 200: CustomFunction },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const deleteCustomFunction = operation({
  id: 'deleteCustomFunction',
  method: 'DELETE',
  path: '/v2/customFunctions/{customFunctionId}',
  tag,
  summary: 'Delete a custom function that no other one calls; columns that call it then have an error',
  params,
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const customFunctionOperations = [
  listCustomFunctions,
  createCustomFunction,
  getCustomFunction,
  updateCustomFunction,
  deleteCustomFunction,
] as const
