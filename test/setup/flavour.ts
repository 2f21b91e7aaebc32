export { flavour, flavourLabel, mysqlHome } from '../../packages/server/src/connectors/mysql/testing.ts'
