export { MembersPage } from './members/MembersPage.tsx'
