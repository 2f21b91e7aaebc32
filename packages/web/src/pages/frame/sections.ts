import {
  Archive,
  Building,
  Clock,
  Database,
  Folder,
  Formula,
  type Icon,
  Key,
  Layers,
  List,
  Settings,
  Share,
  Shield,
  Star,
  Tag,
  User,
  Users,
} from '../../ui/index.ts'

export interface Section {
  to: string
  label: `sections.${string}` & SectionLabel
  icon: Icon
  /** Feature permissions of which one is needed; `admin` is the Admin account type. */
  needs?: readonly string[]
}

type SectionLabel =
  | 'sections.all'
  | 'sections.mine'
  | 'sections.shared'
  | 'sections.workspaces'
  | 'sections.recent'
  | 'sections.favorites'
  | 'sections.archive'
  | 'sections.tagRequests'
  | 'sections.members'
  | 'sections.teams'
  | 'sections.accountTypes'
  | 'sections.userAttributes'
  | 'sections.connections'
  | 'sections.customFunctions'
  | 'sections.tags'
  | 'sections.credentials'
  | 'sections.organization'

export const homeSections: readonly Section[] = [
  { to: '/', label: 'sections.all', icon: List },
  { to: '/my-documents', label: 'sections.mine', icon: Folder },
  { to: '/shared', label: 'sections.shared', icon: Share },
  { to: '/workspaces', label: 'sections.workspaces', icon: Layers },
  { to: '/recent', label: 'sections.recent', icon: Clock },
  { to: '/favorites', label: 'sections.favorites', icon: Star },
  { to: '/archive', label: 'sections.archive', icon: Archive },
]

/** Shown to those who have asked for a protected tag, or decide about one. */
export const requestsSection: Section = { to: '/tag-requests', label: 'sections.tagRequests', icon: Tag }

export const administrationSections: readonly Section[] = [
  { to: '/administration/members', label: 'sections.members', icon: User, needs: ['manage-members'] },
  { to: '/administration/teams', label: 'sections.teams', icon: Users, needs: ['manage-teams'] },
  { to: '/administration/account-types', label: 'sections.accountTypes', icon: Shield, needs: ['admin'] },
  {
    to: '/administration/user-attributes',
    label: 'sections.userAttributes',
    icon: Settings,
    needs: ['manage-user-attributes'],
  },
  {
    to: '/administration/connections',
    label: 'sections.connections',
    icon: Database,
    needs: ['manage-connections'],
  },
  { to: '/administration/custom-functions', label: 'sections.customFunctions', icon: Formula, needs: ['admin'] },
  { to: '/administration/tags', label: 'sections.tags', icon: Tag, needs: ['admin'] },
  { to: '/administration/credentials', label: 'sections.credentials', icon: Key, needs: ['admin'] },
  { to: '/administration/organization', label: 'sections.organization', icon: Building, needs: ['admin'] },
]
