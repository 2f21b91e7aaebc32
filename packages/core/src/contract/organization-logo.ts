import { Type } from 'typebox'
import { Empty } from './common.ts'
import { binary, empty, operation } from './define.ts'

const logoTypes = ['image/png', 'image/jpeg'] as const
/** Maximum bytes of a logo, which every report contains. */
export const mostLogoBytes = 512 * 1024

const path = '/v2/organizations/settings/logo'
const tag = 'organizations'

const LogoFile = Type.Object(
  { file: Type.String({ minLength: 1, description: 'The file.', contentMediaType: 'application/octet-stream' }) },
  { $id: 'LogoFile' },
)
const LogoText = Type.Object(
  { file: Type.String({ minLength: 1, description: 'The file in base64.', contentEncoding: 'base64' }) },
  { $id: 'LogoText' },
)

export const getOrganizationLogo = operation({
  id: 'getOrganizationLogo',
  method: 'GET',
  path,
  tag,
  summary: 'Get the logo in PDF and PNG files of the organization',
  description: 'For all members.',
  answers: { 200: binary(logoTypes, 'The file.'), 204: empty('There is no logo.') },
})

export const setOrganizationLogo = operation({
  id: 'setOrganizationLogo',
  method: 'PUT',
  path,
  tag,
  summary: 'Set the logo in PDF and PNG files of the organization',
  description: 'For administrators. PNG or JPEG, at most 512 KiB; the type is detected from the content.',
  largeBody: true,
  body: { 'multipart/form-data': LogoFile, 'application/json': LogoText },
  answers: { 200: Empty },
  errors: ['forbidden'],
})

export const deleteOrganizationLogo = operation({
  id: 'deleteOrganizationLogo',
  method: 'DELETE',
  path,
  tag,
  summary: 'Remove the logo of the organization',
  description: 'For administrators. Without a logo nothing happens.',
  answers: { 200: Empty },
  errors: ['forbidden'],
})

export const organizationLogoOperations = [getOrganizationLogo, setOrganizationLogo, deleteOrganizationLogo] as const
