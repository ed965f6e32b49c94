import { dataFormats } from '../stores/data-formats.ts';

// For the notes of a release: whether going back to an older Parley needs a backup.
console.log('\n### Data formats\n');
for (const [place, version] of Object.entries(dataFormats)) console.log(`- ${place}: ${version}`);
console.log(
  '\nAn older Parley refuses newer data. Take a backup (`parley backup FILE`) before the first start, if you may want to go back.',
);
