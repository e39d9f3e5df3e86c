/** The smallest even, round number that is at least `most`, for the end of a scale. */
export function niceTop(most: number): number {
  for (let power = 1; ; power *= 10) {
    const top = [2, 4, 6, 10].map((step) => step * power).find((each) => each >= most);
    if (top !== undefined) return top;
  }
}
