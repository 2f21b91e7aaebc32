import { lazyPart } from '../../../ui/index.ts'

export const LazyUploadWizard = lazyPart(async () => ({
  default: (await import('../../uploads/UploadWizard.tsx')).UploadWizard,
}))
