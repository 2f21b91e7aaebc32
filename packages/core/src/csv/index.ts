export { type Field, recordsOf, separatorOf, uniqueNames } from './csv-records.ts'
