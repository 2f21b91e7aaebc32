export interface Audited {
  /** Member id, or `system`. */
  created_by: string
  updated_by: string
  created_at: number
  updated_at: number
}
