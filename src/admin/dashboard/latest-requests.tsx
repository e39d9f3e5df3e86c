import { Link } from 'react-router';
import { phoneInWords, stageNames } from '#leads/lead/strings.ts';
import { adminPages, leadPage } from '#paths.ts';
import { formatAge } from '#ui/admin/dates.ts';
import type { LeadFigures } from './schema.ts';

export function LatestRequests({ rows }: { rows: LeadFigures['latest'] }) {
  return (
    <section className="card" aria-labelledby="latest-title">
      <div className="card-head">
        <h2 id="latest-title">Latest requests</h2>
        <Link to={adminPages.contactRequests} className="card-tools stitch-link">
          See all
        </Link>
      </div>
      {rows.length === 0 ? (
        <p className="card-body note">Nobody has asked for a demo yet. Requests come in from the form on the site.</p>
      ) : (
        <table className="plain-table latest">
          <thead>
            <tr>
              <th scope="col">Institute</th>
              <th scope="col">Contact</th>
              <th scope="col">Number</th>
              <th scope="col">Received</th>
              <th scope="col">Stage</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, institute_name, name, number, created_at, stage }) => (
              <tr key={id}>
                <th scope="row" lang="bn">
                  <Link to={leadPage(id)}>{institute_name}</Link>
                </th>
                <td lang="bn">{name}</td>
                <td>
                  <a className="to-do-call" href={`tel:${number}`}>
                    {phoneInWords(number)}
                  </a>
                </td>
                <td>{formatAge(created_at)}</td>
                <td>
                  <span className="stage" data-stage={stage}>
                    {stageNames[stage]}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
