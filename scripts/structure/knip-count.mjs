// Has knip print how many files it has read.

/** @param {{ counters: { processed: number } }} report */
export default function count(report) {
  console.log(`knip: ${report.counters.processed} files read`);
  return report;
}
