export default function NotificationsScreen() {
  return <h1 className="screen-title">Notifications</h1>;
}
