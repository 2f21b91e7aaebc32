export { AllDocuments } from './AllDocuments.tsx'
export { FolderPage, MyDocuments } from './FolderView.tsx'
export { SharedWithMe } from './SharedWithMe.tsx'
export { Workspaces } from './Workspaces.tsx'
