export function TableHead({ heads, className }: { heads: readonly string[]; className?: string }) {
  return (
    <thead className={className}>
      <tr>
        {heads.map((head) => (
          <th scope="col" key={head}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
  );
}
