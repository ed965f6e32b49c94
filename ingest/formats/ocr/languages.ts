/** True for codes such as `eng` or `eng+chi_sim`. Checked because they become parts of package names. */
export const areLanguages = (languages: string): boolean =>
  /^[a-z]{3}(?:_[a-z]+)*(?:\+[a-z]{3}(?:_[a-z]+)*)*$/.test(languages);
