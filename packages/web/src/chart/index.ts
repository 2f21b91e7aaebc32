export { Chart } from './Chart.tsx'
