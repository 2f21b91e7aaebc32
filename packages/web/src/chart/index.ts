export { Chart, loadChartLibrary } from './Chart.tsx'
